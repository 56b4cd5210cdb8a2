let isSo = false

/**
 * Anyone who goes to a screen by keys stays with the keys: its first field, one Tab away, does not take the focus, or it would
 * take the next keys as well.
 */
export const comesByKeys = (does: boolean) => {
  isSo = does
}

export const cameByKeys = () => isSo
