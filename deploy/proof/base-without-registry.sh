#!/bin/sh
# Makes the base image that the Containerfile names, where no registry of images can be reached: Debian by debootstrap, this
# machine's npm, and the Node.js of node_modules. As root, with buildah: base-without-registry.sh IMAGE NODE
set -eu
image=$1
node=$2
container=$(buildah from scratch)
base=$(buildah mount "$container")
debootstrap --variant=minbase bookworm "$base" >&2
install -D -m 755 "$node" "$base/usr/local/bin/node"
mkdir -p "$base/usr/local/lib/node_modules" "$base/etc/ssl/certs"
cp -aL "$(npm root --global)/npm" "$base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
cp -L /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/"
buildah umount "$container" >&2
buildah config --env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit --quiet --rm "$container" "$image"
