import { useState } from 'react'
import { MomentField, plainMinute, readMoment } from '../../../kit/moment/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { text } from '../texts.ts'

/** Asks up to when the 24 hours are to be shown: a date or a time, as people say it. */
export function OtherDay({ onChosen }: { readonly onChosen: (until: number) => void }) {
  const [typed, setTyped] = useState(() => plainMinute(serverNow()))
  return (
    <Popover look="quiet" size="tool" words={text('DayOther')} name={text('DayOther')}>
      {(close) => (
        <Form
          isGuarded={false}
          className="stack gap-12"
          onSubmit={() => {
            const until = readMoment(typed, serverNow())
            if (until === undefined) return
            close()
            onChosen(until)
          }}
        >
          <MomentField label={text('DayUntil')} value={typed} onChange={setTyped} />
          <Button type="submit" look="primary">
            {text('DayShow')}
          </Button>
        </Form>
      )}
    </Popover>
  )
}
