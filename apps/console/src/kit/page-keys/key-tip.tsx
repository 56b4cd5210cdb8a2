import type { ReactElement } from 'react'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

interface KeyTipProps {
  readonly keys: string
  readonly children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** The key that does what its button does, on hover and focus. */
export function KeyTip({ keys, children }: KeyTipProps) {
  return (
    <Tooltip tip={<KeyCaps keys={keys} />} isDescription={false}>
      {children}
    </Tooltip>
  )
}
