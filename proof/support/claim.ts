/**
 * What someone knows of a value that they alone change: the last change that was acknowledged, and those since of which
 * no one told them whether they happened. What is read later must be one of them.
 */
export class Claim<T> {
  #acknowledged: T
  readonly #doubts: T[] = []

  constructor(first: T) {
    this.#acknowledged = first
  }

  acknowledge(value: T): void {
    this.#acknowledged = value
    this.#doubts.length = 0
  }

  doubt(value: T): void {
    this.#doubts.push(value)
  }

  /** The value, where nothing is in doubt. */
  get certain(): T | undefined {
    return this.#doubts.length === 0 ? this.#acknowledged : undefined
  }

  allows(seen: T): boolean {
    return seen === this.#acknowledged || this.#doubts.includes(seen)
  }

  toString(): string {
    const or = this.#doubts.map((doubt) => ` or perhaps '${doubt}'`).join('')
    return `'${this.#acknowledged}'${or}`
  }
}
