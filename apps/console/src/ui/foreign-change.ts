/** React did not find a node where it had put it: a translator or an extension has changed the page under its hands. */
export const isForeignChange = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError'
