import { useParams } from 'react-router'
import { OutageList } from './outage-list.tsx'
import { OutagePage } from './outage-page.tsx'

/** One outage, by its address; without an ID those of the last days. */
export function Outages() {
  const { outageId } = useParams()
  return outageId === undefined ? <OutageList /> : <OutagePage key={outageId} outageId={outageId} />
}
