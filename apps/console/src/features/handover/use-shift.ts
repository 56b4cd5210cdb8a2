import { addresses } from '@support-console/contract/addresses'
import { factRights } from '@support-console/contract/fact-rights'
import { everyone, myself } from '@support-console/contract/handover.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { readMoment, shortInstant } from '../../kit/moment/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { useSession } from '../../session/index.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { type Choice, complaint, endOfNow, lastEvening, timeOf } from './times.ts'

export type Whose = 'everyone' | 'mine' | 'person'

/** Whose work the address asks for: everyone's first, and one's own where that is all one may read. */
function whoseOf(address: URLSearchParams, email: string, mayReadOthers: boolean) {
  const given = address.get('who')
  if (!mayReadOthers || given === myself || given?.toLowerCase() === email.toLowerCase())
    return { whose: 'mine', who: '' } as const
  if (given === null || given === everyone) return { whose: 'everyone', who: '' } as const
  return { whose: 'person', who: given } as const
}

/** The shift that the address asks for (D25), and what changes it. */
export function useShift() {
  const { address, put } = useAddress()
  const mayReadOthers = useAccess().may(factRights.userAction)
  const email = useSession().user?.email ?? ''
  // Of an address without an end what was until now, which a new choice moves on.
  const [now, setNow] = useState(() => endOfNow(serverNow()))
  const time = timeOf(address, now)
  const asked = whoseOf(address, email, mayReadOthers)
  const { draft, setDraft, settle } = useAddressForm({
    name: 'handover',
    inAddress: { ...time.fields, who: asked.who },
  })
  // What is chosen to be typed stands there before it is asked for.
  const [typing, setTyping] = useState({ time: false, who: false })
  const choice: Choice = typing.time ? 'range' : time.choice
  const whose: Whose = typing.who ? 'person' : asked.whose
  const { from = now, to = now } = time
  const isShift =
    time.from !== undefined && time.to !== undefined && complaint(time.from, time.to) === undefined
  const shift = useRead('GET /handover/v1/shift', {
    query: {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      ...(asked.whose !== 'mine' && { who: asked.who || everyone }),
    },
    round: String(now),
    enabled: isShift,
    gcTime: 0,
  })
  const moveOn = () => setNow(endOfNow(serverNow()))
  return {
    now,
    time: { from, to, now: serverNow() },
    isShift,
    shift,
    mayReadOthers,
    choice,
    whose,
    draft,
    setDraft,
    /** Where anyone finds the same shift. */
    address: addresses.handover({
      from: shortInstant(from),
      to: shortInstant(to),
      who: asked.whose === 'mine' ? email : asked.who || everyone,
    }),
    chooseTime: (next: Choice) => {
      setTyping({ ...typing, time: next === 'range' })
      if (next === 'range') return
      put({ from: next === 'since' ? shortInstant(lastEvening(serverNow())) : null, to: null })
      moveOn()
    },
    chooseWhose: (next: Whose) => {
      setTyping({ ...typing, who: next === 'person' })
      if (next === 'person') return
      put({ who: next === 'mine' ? myself : null })
      moveOn()
    },
    look: () => {
      settle(draft)
      const [first, last] = [readMoment(draft.from) ?? now, readMoment(draft.to) ?? now]
      put({
        ...(choice === 'range' && { from: shortInstant(first), to: shortInstant(last) }),
        ...(whose === 'person' && { who: draft.who.trim() }),
      })
      setTyping({ time: false, who: false })
      moveOn()
    },
  }
}
export type ShiftAsked = ReturnType<typeof useShift>
