/**
 * By which words a carrier's answers are understood where no guide prints them (Aeris, Wyless): settings, so that an
 * account with other words need not wait for a release. Digits are a code, to the letter; text is compared in any case.
 */
export interface CarrierWords {
  success: readonly string[]
  unknownSim: readonly string[]
  notAuthenticated: readonly string[]
  /** How the states of a SIM begin that is out of service for good. */
  deactivated: readonly string[]
}

const isCode = (word: string) => /^\d+$/.test(word)

export const isOneOfCodes = (words: readonly string[], code: string): boolean =>
  words.some((word) => isCode(word) && word === code)

export const beginsWithOne = (words: readonly string[], text: string): boolean =>
  words.some((word) => !isCode(word) && text.trim().toLowerCase().startsWith(word.toLowerCase()))

export const containsOne = (words: readonly string[], text: string): boolean =>
  words.some((word) => !isCode(word) && text.toLowerCase().includes(word.toLowerCase()))

/** A business answer's code and text, of which either may decide. */
export const saysOne = (words: readonly string[], code: string, text: string): boolean =>
  isOneOfCodes(words, code) || containsOne(words, text)

export const aerisWords: CarrierWords = {
  success: ['0'],
  unknownSim: ['1006', 'not found', 'unknown device', 'unknown SIM', 'does not exist'],
  notAuthenticated: ['not linked', 'authenticat', 'credential', 'unauthorized'],
  deactivated: ['Cancel', 'Deactiv', 'Retire'],
}

export interface WylessWords extends CarrierWords {
  /** How `Result` begins where Wyless looked and said no. */
  refused: readonly string[]
}

export const wylessWords: WylessWords = {
  success: ['Success', '0'],
  refused: ['Fail', 'Error', 'Refus', 'Reject', 'Denied'],
  unknownSim: ['1001', 'not found', 'unknown SIM', 'does not exist', 'no such'],
  notAuthenticated: ['authenticat', 'credential', 'login', 'log in', 'session'],
  deactivated: ['Deactiv', 'Scrap', 'Pending Scrap', 'Cancel'],
}
