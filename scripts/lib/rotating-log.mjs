// A program's log as files of a bounded size and number: server.log, and before it server.1.log, server.2.log and so on.
import { chmodSync, closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs'

export class RotatingLog {
  #path
  #limits
  #file
  #size = 0

  /**
   * Goes on with what is there; throws where it cannot be written.
   * @param limits `bytes` of one file, `count` of them all
   */
  constructor(path, limits) {
    this.#path = path
    this.#limits = limits
    this.#open()
  }

  /** Whole lines. What can no longer be written is said once on standard error, and then left out. */
  write(lines) {
    if (this.#file === undefined) return
    try {
      const bytes = Buffer.from(lines)
      if (this.#isMoved()) {
        closeSync(this.#file)
        this.#open()
      }
      if (this.#size > 0 && this.#size + bytes.length > this.#limits.bytes) this.#begin()
      this.#size += writeSync(this.#file, bytes)
    } catch (error) {
      this.#file = undefined
      console.error(`${this.#path} can no longer be written (${error.code}); the programs go on without it.`)
    }
  }

  /** Whether another program has renamed or taken away the file that is written. */
  #isMoved() {
    const there = statSync(this.#path, { throwIfNoEntry: false })
    return there === undefined || there.ino !== fstatSync(this.#file).ino
  }

  #open() {
    this.#file = openSync(this.#path, 'a', 0o600)
    chmodSync(this.#path, 0o600)
    this.#size = fstatSync(this.#file).size
  }

  /** Each file takes the place of the one before it, and the oldest goes. */
  #begin() {
    closeSync(this.#file)
    const at = (n) => (n === 0 ? this.#path : this.#path.replace(/\.log$/, `.${n}.log`))
    for (let n = this.#limits.count - 1; n > 0; n--)
      try {
        renameSync(at(n - 1), at(n))
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
      }
    this.#file = openSync(this.#path, 'w', 0o600)
    this.#size = 0
  }
}
