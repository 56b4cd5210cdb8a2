/** Whether ⌘ is pressed here where others press Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
