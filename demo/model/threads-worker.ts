/** The speed lab's worker if threads can share memory. */
import { load } from 'simdcast/threads';
import { answerOrders } from './speed-lab.ts';

answerOrders(() => load());
