/** What the guard tells the home page in the history entry: the address whose token had expired (2.3). */
export interface HomeState {
  expiredAt?: string
}
