import { useLocation } from 'react-router'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { inPlace, useAddress } from '../../../kit/use-address.ts'
import { lookedIn } from './look-box.tsx'
import { text } from './texts.ts'
import { useLook } from './use-look.ts'

/** Looks at named things (D50). The address holds the last one, so a shared link opens the same look. */
export function useLooksAt() {
  const { address, put } = useAddress()
  const lookId = address.get('look')
  const looking = useLook(lookId ? { lookId } : null)
  const { look } = looking
  // A list that was brought along stands in the entry's state.
  const { state } = useLocation()
  const here = { ...inPlace, state }
  return {
    lookId,
    looking,
    /** How far it is, so that what is shown is read again as it goes on, and at its end. */
    tenth: look ? `${look.state} ${Math.floor((lookedIn(look) / look.counts.total) * 10)}` : '',
    close: () => put({ look: null }, here),
    lookAt: async (sims: readonly string[], panels: readonly string[]) => {
      const things = [...sims.map((id) => `sim ${id}`), ...panels.map((id) => `panel ${id}`)]
      const said = [
        ...(sims.length > 0 ? [sayHowMany('sim', sims.length)] : []),
        ...(panels.length > 0 ? [sayHowMany('panel', panels.length)] : []),
      ]
      const begun = await looking.begin(
        { kind: 'named', things },
        text('ActionLook', { things: said.join(', ') }),
      )
      if (begun) put({ look: begun.lookId }, here)
    },
  }
}
