/** The speed lab's worker where threads cannot share memory. */
import { answerOrders } from './speed-lab.ts';

answerOrders();
