/** Where words of others stand in a sentence of ours (robustness 8). Imports nothing, so that the console can carry it. */

const sign = /[.!?…]$/

/** As a whole sentence: with a full stop, unless it has an end already; '' stays. */
export const ended = (text: string): string => {
  const words = text.trim()
  return words === '' || sign.test(words) ? words : `${words}.`
}

/** For the midst of a sentence: without signs at its end. */
export const unended = (text: string): string => text.trim().replace(/[\s.!?…:;,]+$/, '')
