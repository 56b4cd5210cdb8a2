import { useMemo } from 'react'
import type { TableHeader } from '../../ui/data-table/index.ts'
import { useAddress } from '../use-address.ts'
import { withoutIn } from './use-views.ts'

/** The columns that the address leaves; the one that a row is known by always stays. */
export function useShownColumns<Headers extends readonly TableHeader[]>(headers: Headers): Headers {
  const { address } = useAddress()
  const without = withoutIn(address).join(' ')
  return useMemo(() => {
    const keys = without.split(' ')
    const shown = headers.filter(
      ({ key, isIdentifier }, place) => isFixed(isIdentifier, place) || !keys.includes(key),
    )
    return (shown.length === headers.length ? headers : shown) as unknown as Headers
  }, [headers, without])
}

/** Every list has a column by which its rows are known, or its first one. */
export const isFixed = (isIdentifier: boolean | undefined, place: number): boolean =>
  isIdentifier === true || place === 0
