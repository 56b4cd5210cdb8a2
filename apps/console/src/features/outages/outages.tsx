import { useParams } from 'react-router'
import { OutageList } from './outage-list.tsx'
import { OutagePage } from './outage-page.tsx'
import { PlannedWork } from './planned-work.tsx'

/** One outage, by its address; without an ID those of the last days. */
export function Outages() {
  const { outageId } = useParams()
  if (outageId !== undefined) return <OutagePage key={outageId} outageId={outageId} />
  return (
    <>
      <PlannedWork />
      <OutageList />
    </>
  )
}
