/** A physical panel ID: a GUID with optional braces (5). Imports nothing, so that the console can carry it alone. */
export const guidPattern =
  /^(?:\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** A GUID as our systems write it: lower case, without braces. */
export const bareGuid = (guid: string): string => guid.replace(/[{}]/g, '').toLowerCase()
