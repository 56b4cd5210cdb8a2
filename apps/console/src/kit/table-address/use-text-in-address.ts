import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { type AddressValues, inPlace, useAddress } from '../use-address.ts'

/** Pause in typing after which the address follows, in milliseconds: browsers limit such changes. */
const rest = 300

const nothing: AddressValues = {}

/**
 * What is typed into a search, and the address that follows it (D25).
 * @param beside what else changes with it; the same object always
 */
export function useTextInAddress(name: string, beside: AddressValues = nothing) {
  const { address, put } = useAddress()
  const inAddress = address.get(name) ?? ''
  const [typed, setTyped] = useState(inAddress)
  const written = useRef(inAddress)

  const write = useCallback(
    (wanted: string) => {
      if (written.current === wanted) return
      written.current = wanted
      put({ [name]: wanted, ...beside }, inPlace)
    },
    [put, name, beside],
  )
  // Who is on the way to another page (Back, Forward, a link) must get there: a change of this page's address now would
  // take its place.
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isLeaving) return
    const timer = setTimeout(() => {
      if (window.location.pathname === pathname) write(typed)
    }, rest)
    return () => clearTimeout(timer)
  }, [typed, write, pathname, isLeaving])
  // Back and Forward bring their text into the field.
  useEffect(() => {
    if (written.current === inAddress) return
    written.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  return { typed, setTyped, inAddress, write }
}
