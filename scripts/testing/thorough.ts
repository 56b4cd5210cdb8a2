/** By `npm run task -- test:all`: tests that do the same again and again do it as often as pays; in the check, a few times. */
export const isThorough = process.env.TEST_THOROUGH === 'yes'
