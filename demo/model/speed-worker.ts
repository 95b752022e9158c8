/** The speed lab's worker if threads cannot share memory. */
import { answerOrders } from './speed-lab.ts';

answerOrders();
