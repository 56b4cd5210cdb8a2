/** A North American number, with or without its country code: area, exchange and line. */
const northAmerican = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/

/**
 * A phone number in the one spelling that every screen shows, +14165550113, whichever a system has it in: ten digits are
 * a North American number, more have their country code. What is too short for either stays as it is.
 */
export function phoneNumber(said: string): string {
  const digits = said.replace(/\D/g, '')
  if (northAmerican.test(digits)) return `+${digits.replace(/^(?=\d{10}$)/, '1')}`
  return digits.length > 10 ? `+${digits}` : said
}

/** Such a number cut where the eye wants a gap; others than North American ones stay whole. */
export function phoneGroups(number: string): readonly string[] {
  const [, ...parts] = northAmerican.exec(number) ?? []
  return parts.length > 0 ? ['+1', ...parts] : [number]
}
