/** A start that cannot go on because of what an operator can mend. Its message is a full sentence. */
export class StartError extends Error {
  override name = 'StartError'
  /** Each by itself, where there are several. */
  readonly faults: readonly string[]

  constructor(message: string, faults: readonly string[] = []) {
    super(message)
    this.faults = faults
  }
}
