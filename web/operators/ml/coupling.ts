/** Class probabilities from pairwise probabilities: Wu, Lin and Weng, 2004, with libsvm's iteration. */

/** For a fixed number of classes. Its arrays are reused for every row, because rows are many and small. */
export class Coupling {
  readonly #classes: number;
  /** At [i, j], the probability of class i against class j. */
  readonly #wins: Float64Array;
  readonly #q: Float64Array;
  readonly #qp: Float64Array;
  readonly #p: Float64Array;

  constructor(classes: number) {
    this.#classes = classes;
    this.#wins = new Float64Array(classes * classes);
    this.#q = new Float64Array(classes * classes);
    this.#qp = new Float64Array(classes);
    this.#p = new Float64Array(classes);
  }

  /** Sets the probability of the first class of a pair. */
  put(i: number, j: number, share: number): void {
    this.#wins[i * this.#classes + j] = share;
    this.#wins[j * this.#classes + i] = 1 - share;
  }

  /** The p for which p_i / (p_i + p_j) are closest to the pairwise probabilities; valid until the next call. */
  solve(): Float64Array {
    const classes = this.#classes;
    this.#quadratic();
    this.#p.fill(1 / classes);
    const least = 0.005 / classes;
    for (let turn = 0; turn < Math.max(100, classes); turn++) {
      const pqp = this.#products();
      if (this.#isWithin(least, pqp)) break;
      this.#improve(pqp);
    }
    return this.#p;
  }

  /** The matrix Q of the problem: minimise p'Qp for p that sum to 1. */
  #quadratic(): void {
    const classes = this.#classes;
    const wins = this.#wins;
    const q = this.#q;
    for (let i = 0; i < classes; i++) {
      let own = 0;
      for (let j = 0; j < classes; j++) {
        if (i === j) continue;
        const against = wins[j * classes + i] as number;
        own += against * against;
        q[i * classes + j] = -against * (wins[i * classes + j] as number);
      }
      q[i * classes + i] = own;
    }
  }

  /** Writes Qp, and returns p'Qp. */
  #products(): number {
    const classes = this.#classes;
    const p = this.#p;
    let pqp = 0;
    for (let i = 0; i < classes; i++) {
      let sum = 0;
      for (let j = 0; j < classes; j++)
        sum += (this.#q[i * classes + j] as number) * (p[j] as number);
      this.#qp[i] = sum;
      pqp += (p[i] as number) * sum;
    }
    return pqp;
  }

  #isWithin(least: number, pqp: number): boolean {
    for (const value of this.#qp) if (!(Math.abs(value - pqp) < least)) return false;
    return true;
  }

  /** One iteration: improves each p in place, then scales all to a sum of 1. */
  #improve(before: number): void {
    const classes = this.#classes;
    const p = this.#p;
    const q = this.#q;
    const qp = this.#qp;
    let pqp = before;
    for (let i = 0; i < classes; i++) {
      const own = q[i * classes + i] as number;
      const change = (pqp - (qp[i] as number)) / own;
      p[i] = (p[i] as number) + change;
      const sum = 1 + change;
      pqp = (pqp + change * (change * own + 2 * (qp[i] as number))) / (sum * sum);
      for (let j = 0; j < classes; j++) {
        qp[j] = ((qp[j] as number) + change * (q[i * classes + j] as number)) / sum;
        p[j] = (p[j] as number) / sum;
      }
    }
  }
}
