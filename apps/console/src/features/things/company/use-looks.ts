import { identified } from '@support-console/contract/identifiers'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useAccess } from '../../../api/index.ts'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { inPlace, useAddress } from '../../../kit/use-address.ts'
import { lookText as text, useLook } from '../../diagnosis/index.ts'

/**
 * Looks at many of a company (D50): at all SIMs, or on their tab at all panels, or at chosen ones. One at chosen ones stands in
 * the address; the last at all is found by anyone who opens the page.
 */
export function useLooks(companyId: number) {
  const { tab } = useParams()
  const kind = tab === 'panels' ? 'panel' : 'sim'
  const { address, put } = useAddress()
  const { may } = useAccess()
  const [closed, setClosed] = useState('')
  const mayLook = may(identified[kind].permission) && may(identified.sim.permission)
  const lookId = address.get('look')
  const looking = useLook(!mayLook ? null : lookId ? { lookId } : { companyId, kind })
  const { look } = looking
  return {
    looking,
    mayLook,
    /** One of all that has ended leaves its place to what is known now. */
    isShown: look !== null && look.lookId !== closed && (lookId !== null || look.state !== 'finished'),
    close: () => {
      setClosed(look?.lookId ?? '')
      put({ look: null }, inPlace)
    },
    lookAtAll: async () => {
      const begun = await looking.begin(
        { kind, companyId },
        text('ActionLookCompany', { id: String(companyId) }),
      )
      if (begun) setClosed('')
      if (begun && lookId) put({ look: null }, inPlace)
    },
    lookAt: async (of: 'sim' | 'panel', ids: readonly string[]) => {
      const things = ids.map((id) => `${of} ${id}`)
      const action = text('ActionLook', { things: sayHowMany(of, ids.length) })
      const begun = await looking.begin({ kind: 'named', things }, action)
      if (begun) put({ look: begun.lookId }, inPlace)
    },
  }
}
