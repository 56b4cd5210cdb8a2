import { useRef } from 'react'
import { chooseFile } from '../../texts/en-US/choose-file.ts'
import { textsOf } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { listFileKinds } from './list-file-kinds.ts'

const text = textsOf(chooseFile)

interface ChooseFileProps {
  readonly onFile: (file: File) => void
  /** `tool` within a field. */
  readonly size?: 'field' | 'tool'
}

/** A button that chooses a file. */
export function ChooseFile({ onFile, size = 'field' }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size={size} onPress={() => input.current?.click()}>
        {text('ChooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={listFileKinds}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // So that the same file can be chosen again after it was mended.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
