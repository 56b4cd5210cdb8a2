import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openApi } from '../../api/open-api.ts'
import { saveFile } from '../../kit/download/made-file.ts'
import { Start, Tools } from '../../kit/skeleton/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { KeyValue, KeyValuePanel } from '../../ui/key-value.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './api-reference.module.css'
import { byArea, callsOf, type ShownCall, withWords } from './calls-of.ts'
import { text } from './texts.ts'

/** All calls that a program may make, as the server describes them, each with an example. */
export function ApiReference() {
  const document = useQuery(openApi)
  const [words, setWords] = useState('')
  if (document.error) return <CallBanner call={{ status: 'rejected', error: document.error }} />
  if (!document.data) return <LoadingMark>{text('Reading')}</LoadingMark>
  const all = callsOf(document.data)
  const shown = withWords(all, words)
  const save = () =>
    void saveFile({
      content: new Blob([JSON.stringify(document.data, null, 2)], { type: 'application/json' }),
      fileName: 'openapi.json',
    })
  return (
    <>
      <p className={`below-8 ${styles.intro}`}>{text('Intro')}</p>
      <p className={`quiet below-8 ${styles.intro}`}>{text('Promise')}</p>
      <Tools
        count={
          shown.length === all.length
            ? text('Count', { count: all.length })
            : text('CountOf', { count: shown.length, total: all.length })
        }
        actions={
          <Button size="tool" onPress={save}>
            {text('Save')}
          </Button>
        }
      >
        <TextField
          size="tool"
          type="search"
          label={text('Find')}
          isLabelHidden
          placeholder={text('Find')}
          className={styles.find}
          value={words}
          onChange={setWords}
          canClear
          autoComplete="off"
        />
      </Tools>
      {shown.length === 0 && <Start>{text('NoMatch', { words })}</Start>}
      {byArea(shown).map(([area, calls]) => (
        <Section key={area} title={area}>
          <div>
            {calls.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </div>
        </Section>
      ))}
    </>
  )
}

function Call({ call }: { readonly call: ShownCall }) {
  const { id, method, path, summary, parameters, example } = call
  // What is closed is not made: a hundred examples that no one looks at.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      id={id}
      className={`line-above ${styles.call}`}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={`anywhere ${styles.address}`} translate="no">
          <b>{method}</b> {path}
        </span>
        <span className={`quiet block ${styles.summary}`}>{summary}</span>
      </summary>
      {isOpen && (
        <div className={`stack one-column gap-12 ${styles.about}`}>
          <KeyValuePanel>
            <KeyValue label={text('Right')}>{sayRight(call.access)}</KeyValue>
            <KeyValue label={text('Answer')}>{call.answers.map(sayAnswer).join('; ')}</KeyValue>
            {parameters.length > 0 && (
              <KeyValue label={text('Parameters')}>
                {parameters.map(({ name, place, isRequired }) => (
                  <div key={name}>
                    <code translate="no">{name}</code>{' '}
                    <span className="faint">
                      {text(isRequired ? 'ParameterIn' : 'ParameterMay', { place })}
                    </span>
                  </div>
                ))}
              </KeyValue>
            )}
          </KeyValuePanel>
          <div className={`start flex sunken rounded ${styles.example}`}>
            <pre className="fill" translate="no">
              {example}
            </pre>
            <CopyButton value={example} name={text('Example')} />
          </div>
        </div>
      )}
    </details>
  )
}

function sayRight(access: string): string {
  if (access === 'signed-in') return text('RightSignedIn')
  if (access === 'any-right') return text('RightAny')
  return access === 'public' ? text('RightPublic') : access
}

function sayAnswer(type: string): string {
  if (type === 'application/json') return text('AnswerJson')
  return text(type === 'text/event-stream' ? 'AnswerEvents' : 'AnswerFile', { type })
}
