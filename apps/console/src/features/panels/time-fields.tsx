import { TextField } from '../../ui/form/text-field.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { text } from './texts.ts'
import { ownZone, type TimeChoice, type TimeState } from './use-time.ts'

const options = [
  { value: 'open', label: text('ForOpen') },
  { value: '1', label: text('For1') },
  { value: '4', label: text('For4') },
  { value: 'until', label: text('ForUntil') },
] as const satisfies readonly { value: TimeChoice; label: string }[]

/** For how long management is disabled. A time has its zone beside it: the reader's own, or the company's. */
export function TimeFields({ of }: { readonly of: TimeState }) {
  const { id, typed, type, errorOf, instant } = of
  const { choice, showsErrors } = typed
  return (
    <div className="below-12 stack gap-8">
      <RadioGroup
        label={text('ForHowLong')}
        value={choice}
        onChange={(value: TimeChoice) => type({ choice: value })}
        options={options}
        help={choice === 'open' ? undefined : text('ThenEnabled')}
      />
      {choice === 'until' && (
        <div className="stack two-columns folds tops gap-12">
          <TextField
            id={`${id}-until`}
            label={text('Until')}
            value={typed.until}
            onChange={(until) => type({ until })}
            checks={{ check: () => errorOf('until') }}
            shouldAlwaysShowErrors={showsErrors}
            help={
              instant && typed.timeZone.trim() !== ownZone()
                ? text('Here', { time: sayMinute(instant.toISOString()) })
                : undefined
            }
            autoComplete="off"
            isMono
          />
          <TextField
            id={`${id}-timeZone`}
            label={text('TimeZone')}
            value={typed.timeZone}
            onChange={(timeZone) => type({ timeZone })}
            checks={{ check: () => errorOf('timeZone') }}
            shouldAlwaysShowErrors={showsErrors}
            help={text('ZoneHelp')}
            autoComplete="off"
          />
        </div>
      )}
    </div>
  )
}
