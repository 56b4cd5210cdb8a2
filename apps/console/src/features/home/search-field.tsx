import { addresses } from '@support-console/contract/addresses'
import { countLines, mostLines } from '@support-console/contract/search.words'
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons/controls.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

/** Text goes on in the palette as it is typed; a list or a file is looked up line by line on a page of its own. */
export function SearchField({ onSearch }: { readonly onSearch: (typed: string) => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const help = useId()
  const lookUp = (lines: string) => navigate(addresses.searchMany(), { state: { lines } })
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    const { textOfFile } = await import('../../kit/workbook/text-of-file.ts')
    const none = text('NothingInFile')
    const read = await textOfFile(new Uint8Array(await chosen.arrayBuffer()), {
      holds: (cell) => cell.trim() !== '',
      none,
    })
    if ('refusal' in read) setProblem(read.refusal)
    else if (read.content.trim() === '') setProblem(none)
    else lookUp(read.content)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (countLines(pasted) < 2) return
    event.preventDefault()
    lookUp(pasted)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void read(event.dataTransfer.files[0])
  }
  return (
    <search className={styles.search} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className={styles.field}>
        <SearchIcon />
        <input
          type="text"
          aria-label={text('SearchLabel')}
          aria-describedby={help}
          placeholder={text('SearchPlaceholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          // Back from the palette, which has what was typed.
          onFocus={() => setTyped('')}
          onChange={({ target: { value } }) => {
            setTyped(value)
            setProblem('')
            if (value.trim() !== '') onSearch(value)
          }}
          onPaste={paste}
        />
        <Button size="tool" onPress={() => file.current?.click()}>
          {text('ChooseFile')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </div>
      <p id={help} className={styles.help} role={problem === '' ? undefined : 'alert'}>
        {problem || text('SearchHelp', { most: mostLines })}
      </p>
    </search>
  )
}
