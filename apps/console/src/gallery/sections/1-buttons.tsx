import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SearchIcon } from '../../ui/icons/controls.tsx'
import { DownloadIcon } from '../../ui/icons/screens.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from '../gallery.module.css'

export const title = 'Buttons'

const looks = [
  ['primary', 'Search', 'Searching…'],
  ['plain', 'Check', 'Checking…'],
  ['danger', 'Deactivate…', 'Asking…'],
  ['danger-filled', 'Deactivate', 'Deactivating…'],
  ['quiet', 'Hide all', 'Hiding…'],
] as const

export default function Buttons() {
  const [presses, setPresses] = useState(0)
  const [isBusy, setBusy] = useState(false)
  return (
    <div className="stack gap-12 narrow">
      {looks.map(([look, word, busyText]) => (
        <div key={look} className="stack gap-12 narrow">
          <span className="label quiet">{look}: rest, disabled, refused with a reason, busy, icon</span>
          <div className={`row wrap ${styles.row}`}>
            <Button look={look}>{word}</Button>
            <Button look={look} isDisabled>
              {word}
            </Button>
            <Button look={look} disabledReason="Query the SIM first">
              {word}
            </Button>
            <Button look={look} isBusy busyText={busyText}>
              {word}
            </Button>
            <Button look={look} icon={<SearchIcon />}>
              {word}
            </Button>
          </div>
        </div>
      ))}
      <span className="label quiet">Sizes: field, tool bar, row, icon only, copy</span>
      <div className={`row wrap ${styles.row}`}>
        <Button icon={<DownloadIcon />}>Download</Button>
        <Button size="tool">Download</Button>
        <Button size="row">Deploy…</Button>
        <Button look="quiet" isIconOnly aria-label="Download" icon={<DownloadIcon />} />
        <CopyButton value="8901170000000000013" name="ICCID" />
        <Tooltip tip="A note on hover and on focus">
          <Button look="quiet">With a tooltip</Button>
        </Tooltip>
      </div>
      <div className={`row wrap ${styles.row}`}>
        <Button
          look="primary"
          isBusy={isBusy}
          busyText="Counting…"
          onPress={() => {
            setPresses((old) => old + 1)
            setBusy(true)
          }}
        >
          Count
        </Button>
        <Button isDisabled={!isBusy} onPress={() => setBusy(false)}>
          End
        </Button>
        <Button
          disabledReason={presses < 100 ? 'Count to 100 first' : undefined}
          onPress={() => setPresses((old) => old + 1000)}
        >
          Refused
        </Button>
        <output data-testid="presses">{presses}</output>
      </div>
    </div>
  )
}
