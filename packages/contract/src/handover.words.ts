/** So much is looked at where nothing else is asked for. */
export const usualShiftHours = 8
/** A weekend, and some. */
export const longestShiftDays = 7
/** In place of an e-mail: everyone. */
export const everyone = 'all'
/** The reader, in an address. */
export const myself = 'me'
/** So many of each are told; of all changes User Action Detail tells. */
export const mostOfShift = 200
/** So many of an outage's panels that are still silent are named. */
export const mostStillSilent = 5
/** So many companies of a batch are named. */
export const mostShiftCompanies = 3
