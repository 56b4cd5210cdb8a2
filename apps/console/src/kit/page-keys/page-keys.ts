import { useEffect, useRef } from 'react'
import { keysShown, type PageKey } from './keys-shown.ts'

/** While the component is shown, these keys do what they say outside fields, unless single keys are off. */
export function usePageKeys(keys: readonly PageKey[]): void {
  const own = useRef(keys)
  own.current = keys
  useEffect(() => {
    keysShown.add(own)
    return () => void keysShown.delete(own)
  }, [])
}
