// Imported by a program that npm start watches over: when that is gone, also by a kill, this one ends in order (its standard
// input is a pipe that no one writes to, and that closes with anyone who held it).
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.on('error', () => {})
process.stdin.resume()
process.stdin.unref()
