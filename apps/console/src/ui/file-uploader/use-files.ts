import { useEffect, useRef, useState } from 'react'
import { fileUploader } from '../../texts/en-US/file-uploader.ts'
import { textsOf } from '../../texts/text.ts'
import { type ReadAs, readFile, type UploadedFile } from './files.ts'

const text = textsOf(fileUploader)

/**
 * The files of an uploader while they are read. `onChange` hears of them only when all are loaded; choosing again
 * forgets what is still being read. A file that was chosen before, of which the caller kept what it needs, is there by
 * its name.
 */
export function useFiles<Kind extends ReadAs>(
  readAs: Kind,
  onChange: (files: readonly UploadedFile<Kind>[]) => void,
  initialName: string | undefined,
) {
  const [files, setFiles] = useState<readonly UploadedFile<Kind>[]>(() =>
    initialName === undefined
      ? []
      : [{ data: undefined, isLoadingData: false, originalFileData: new File([], initialName) }],
  )
  const [failed, setFailed] = useState<string>()
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current += 1
    },
    [],
  )

  const settle = (loaded: readonly UploadedFile<Kind>[]) => {
    setFiles(loaded)
    onChange(loaded)
  }
  const replace = (chosen: readonly File[]) => {
    round.current += 1
    const own = round.current
    setFailed(undefined)
    if (chosen.length === 0) {
      settle([])
      return
    }
    setFiles(chosen.map((file) => ({ data: undefined, isLoadingData: true, originalFileData: file })))
    Promise.all(
      chosen.map(async (file) => ({
        data: await readFile(file, readAs).catch(() => {
          throw new Error(text('ErrorFileUnreadable', { name: file.name }))
        }),
        isLoadingData: false,
        originalFileData: file,
      })),
    ).then(
      (loaded) => {
        if (own === round.current) settle(loaded)
      },
      (error: Error) => {
        if (own !== round.current) return
        setFailed(error.message)
        settle([])
      },
    )
  }
  const remove = (index: number) => {
    const rest = files.filter((_, at) => at !== index)
    // While others are still read, they are read again and then reported together.
    if (rest.some((file) => file.isLoadingData)) replace(rest.map((file) => file.originalFileData))
    else {
      round.current += 1
      settle(rest)
    }
  }
  return { files, failed, replace, remove } as const
}
