run() { echo "# $*"; "$@"; echo "rc=$?"; }
export PATH=$PATH:/sbin:/usr/sbin
truncate -s 8M data.img; truncate -s 100K tiny.img; head -c 2000000 /dev/zero > noise.img
run mkfs.ext4 -q -F -L archive -U 11111111-2222-3333-4444-555555555555 data.img
run e2fsck -f -n data.img
run mkfs.ext4 -q -F tiny.img
run e2fsck -n noise.img
run dumpe2fs -h noise.img
run tune2fs -L media data.img
run e2label data.img
run resize2fs data.img 12M
run mount -o loop data.img /proc/nowhere
run debugfs -w -R "mkdir photos" data.img
run debugfs -R "stat /photos/2019" data.img
run debugfs -w -R "rm /missing.txt" data.img
run dd if=data.img of=copy.img bs=1M count=4 status=noxfer
run cmp data.img copy.img
run dd if=absent.img of=other.img
run gzip -k copy.img
run gzip -t copy.img.gz
run sh -c 'head -c 900 copy.img.gz > cut.img.gz; gzip -t cut.img.gz'
run rm -v tiny.img
run fallocate -l 900G huge.img
run chmod 400 data.img

