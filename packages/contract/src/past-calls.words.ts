/**
 * The calls that also tell what was so at a moment of the past, by what was known then: `at` of their query. All others tell of now
 * alone, so a page of the past does not show what they tell. As one pattern: the first page carries it.
 */
const pastCalls =
  /^GET \/(things\/v1\/(sims|panels|companies)\/{id}|timeline\/v1\/(sims|panels|companies)\/{id}|companymanager\/v1\/companies\/{companyId}\/(sims|panels|state)|observations\/v1\/{kind}\/{id}|fleet\/v1\/findings|attention\/v1\/current)$/

/** Whether the call of this key tells what was so at a moment of the past. */
export const tellsPast = (key: string): boolean => pastCalls.test(key)
