import { addresses } from '@support-console/contract/addresses'
import { useNavigate } from 'react-router'
import { keepInput } from '../session/kept-input.ts'

/** Takes SIMs to SIM Management, as if pasted there: it checks them, and asks before anything is done (2.4, D35). */
export function useWayToBatch(): (iccids: readonly string[]) => void {
  const navigate = useNavigate()
  return (iccids) => {
    keepInput('sim-management:pasted', iccids.join('\n'))
    navigate(addresses.simManagement())
  }
}
