// Someone who reads, as a process of its own: asks what pages and searches ask, one after the other, until its standard
// input ends; then prints how long each took, in milliseconds, as JSON.
const [url = '', token = ''] = process.argv.slice(2)
const paths = [
  'things/v1/panels/CBS0000001',
  'things/v1/sims/8914800000000000055',
  'search/v1/find?q=Harbor',
  'timeline/v1/sims/8914800000000000055',
]
let isOver = false
process.stdin.resume().once('end', () => {
  isOver = true
})
const times: number[] = []
for (let i = 0; !isOver; i++) {
  const path = paths[i % paths.length]
  const began = performance.now()
  const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  times.push(performance.now() - began)
}
console.log(JSON.stringify(times))
