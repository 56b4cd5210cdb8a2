import { useCallback, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** Names of the address with what they are to say; nothing, or an empty text, takes one out. */
export type AddressValues = Readonly<Record<string, string | false | null | undefined>>

/** The present address makes way. */
export const inPlace: NavigateOptions = { replace: true }

/** The query of the address (D25), and what changes it; the same function always. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const set = useRef(setAddress)
  set.current = setAddress
  // At once: what waits for a transition looks refused, loses letters, or is passed over by who goes Back.
  const put = useCallback(
    (values: AddressValues, how?: NavigateOptions) =>
      set.current((old) => putIn(old, values), { ...how, flushSync: true }),
    [],
  )
  return { address, put }
}

/** Puts the values into the query and gives it back. */
export function putIn(address: URLSearchParams, values: AddressValues): URLSearchParams {
  for (const [name, value] of Object.entries(values))
    if (value) address.set(name, value)
    else address.delete(name)
  return address
}
