/**
 * The contrast of a text on its ground as it is perceived: Lc, from 0 to about 108, by APCA 0.0.98G-4g, the public formula of
 * https://github.com/Myndex/SAPC-APCA (documentation/APCA-W3-LaTeX.md). Its package's licence is none that we may ship by.
 * @param text and @param ground as [red, green, blue] of 0 to 255
 */
export function apca(text: readonly number[], ground: readonly number[]): number {
  const [of, on] = [darkest(luminance(text)), darkest(luminance(ground))]
  if (Math.abs(of - on) < 0.0005) return 0
  const isDarkOnLight = on > of
  const contrast = isDarkOnLight ? (on ** 0.56 - of ** 0.57) * 1.14 : (of ** 0.62 - on ** 0.65) * 1.14
  return contrast < 0.1 ? 0 : (contrast - 0.027) * 100
}

const luminance = (colour: readonly number[]): number =>
  [0.2126729, 0.7151522, 0.072175].reduce((sum, part, at) => sum + part * ((colour[at] ?? 0) / 255) ** 2.4, 0)

/** What is nearly black is lit by what is around it. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: the formula's own number
const darkest = (light: number): number => (light > 0.022 ? light : light + (0.022 - light) ** 1.414)
