import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Tools } from '../../ui/tools.tsx'

export const title = 'Tools, menus and popovers'

export default function ToolsSection() {
  const [view, setView] = useState('all')
  const [said, setSaid] = useState('nothing yet')
  const item = (key: string) => ({ key, label: key, onChoose: () => setSaid(key) })
  return (
    <>
      <Tools
        count="1–50 of 410"
        actions={
          <>
            <Menu
              name="View"
              groups={[
                {
                  items: ['all', 'mine'].map((key) => ({
                    key,
                    label: key,
                    isChosen: view === key,
                    onChoose: () => setView(key),
                  })),
                },
                { heading: 'Keep', items: [item('Save view…')] },
              ]}
            />
            <Menu name="Export" groups={[{ items: [item('CSV'), item('.xlsx')] }]} />
            <Menu name="Refused" disabledReason="There is nothing" groups={[{ items: [item('never')] }]} />
          </>
        }
      >
        <Segments
          label="Rows shown"
          segments={[
            { key: 'all', label: 'All', count: 1148 },
            { key: 'error', label: 'Error', count: 3 },
          ]}
          value="all"
          onChange={() => undefined}
        />
      </Tools>
      <p data-testid="said">{said}</p>
      <Popover words="Notify me…" name="For how long" size="tool">
        {(close) => (
          <Button size="tool" onPress={close}>
            8 hours
          </Button>
        )}
      </Popover>
      <Button size="tool">After it</Button>
      <Fold label="More" words="More">
        <Popover words="Ask here…" name="Asked" size="tool">
          {(close) => (
            <Button size="tool" onPress={close}>
              Yes
            </Button>
          )}
        </Popover>
      </Fold>
    </>
  )
}
