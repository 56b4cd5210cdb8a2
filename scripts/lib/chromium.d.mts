/** The Chromium that is there: CHROMIUM_PATH, the headless shell, or any other. */
export function foundChromium(): string | undefined
