/** What was said of a company's save, for the screen that comes after it (2.6). */
export interface Said {
  readonly status: string
  readonly message: string
}

let waiting: { readonly companyId: number; readonly said: Said } | undefined

/** The update screen of this company shows it when it opens. */
export function sayOn(companyId: number, { status, message }: Said): void {
  waiting = { companyId, said: { status, message } }
}

/** Whether this company is shown because it was saved, not because someone opened it. */
export const followsSave = (companyId: number): boolean => waiting?.companyId === companyId

/** Takes what waits for this company, once; what waits for another one is out of date. */
export function takeSaid(companyId: number | undefined): Said | null {
  const mine = waiting?.companyId === companyId ? waiting?.said : undefined
  waiting = undefined
  return mine ?? null
}
