import type { Readable } from 'node:stream'
import type pg from 'pg'

/** What pg's connection can do while the server takes a COPY; its types leave it out. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  stream: NodeJS.WritableStream
}

/** COPY … FROM STDIN by pg alone: a query that hands itself the file as fast as the socket takes it. */
export function copyIn(client: pg.Client, statement: string, file: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | undefined
    const copy = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection).catch((error: Error) => connection.sendCopyFail(error.message))
      },
      handleError(error: Error) {
        failed = error
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => (failed ? reject(failed) : resolve()),
    }
    async function send(connection: CopyConnection): Promise<void> {
      for await (const piece of file as AsyncIterable<Buffer>) {
        connection.sendCopyFromChunk(piece)
        if ((connection.stream as { writableNeedDrain?: boolean }).writableNeedDrain)
          await new Promise<void>((drained) => connection.stream.once('drain', () => drained()))
      }
      connection.endCopyFrom()
    }
    ;(client.query as (query: object) => void)(copy)
  })
}
