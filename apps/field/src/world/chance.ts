/** A number that looks random, the same on every machine (the finalizer of MurmurHash3). */
export function mixed(n: number): number {
  let h = n >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** From 0 up to 1, the same for the same numbers. */
export const share = (...numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => mixed(Math.imul(sum, 31) + n), 17) / 4_294_967_296

/** A number of a text, for draws that go by a name. */
export function numberOfText(text: string): number {
  let sum = 2166136261
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619) >>> 0
  return sum
}
