/** So much is looked at where nothing else is asked for. */
export const usualShiftHours = 8
/** A weekend, and some. */
export const longestShiftDays = 7
/** In place of an e-mail: everyone. */
export const everyone = 'all'
/** So many of each are told; of all changes User Action Detail tells. */
export const mostOfShift = 200
