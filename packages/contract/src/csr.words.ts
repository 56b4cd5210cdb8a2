/** Limits of CSR Management (2.10). No schemas, so that the console can carry it. */

/** Longest description of a CSR, in characters. */
export const longestCsrDescription = 200
/** Deployments that the history of a CSR shows at most, the newest ones. */
export const mostDeployments = 50
