/**
 * For calls that Playwright itself makes: it keeps connections, and one that was left idle may end just as it is used
 * again. A browser asks again then; so does Playwright, after ECONNRESET alone.
 */
export const reconnecting = { maxRetries: 2 }
