/** What `accept` takes: what cannot be read is told by what it is, and what to do with it. */
export const listFileKinds =
  '.txt,.csv,.tsv,.xlsx,.xlsm,.xlsb,.xls,.ods,.numbers,.pdf,text/plain,text/csv,text/tab-separated-values'
