# File systems in image files: made, filled, damaged, checked and repaired.
r() { echo "# $*"; "$@"; echo "-> exit $?"; }
truncate -s 24M data.img; truncate -s 24M logs.img; truncate -s 64K tiny.img
r mke2fs -q -t ext4 -L data -U 11111111-2222-3333-4444-555555555555 data.img
r mke2fs -t ext4 -L logs -U 99999999-2222-3333-4444-555555555555 -E hash_seed=11111111-2222-3333-4444-555555555555 logs.img
r mke2fs -t ext4 -L tiny tiny.img 4096
r e2fsck -n data.img
head -c 300000 /dev/zero > payload; echo 'hello disk' > note.txt
r debugfs -w -R 'write payload payload' data.img; r debugfs -w -R 'write note.txt note.txt' data.img; r debugfs -w -R 'mkdir /archive' data.img
r debugfs -R 'ls -l /' data.img
r debugfs -R 'cat note.txt' data.img
r debugfs -R 'dump missing.txt out.txt' data.img
r debugfs -w -R 'clri note.txt' data.img
r e2fsck -fn data.img
r e2fsck -fy data.img
r e2fsck -f -n data.img
r e2fsck -p logs.img
dd if=/dev/zero of=logs.img bs=1024 seek=1 count=1 conv=notrunc status=none
r e2fsck -n logs.img
r e2fsck -fy -b 8193 -B 1024 logs.img
r tune2fs -L archive data.img
r tune2fs -L far-too-long-label-name data.img
r resize2fs data.img 32M
r resize2fs data.img 1M
r tune2fs -c 30 -i 30d data.img
r e2label data.img; r blkid -p data.img
r e2fsck -n absent.img
r sha256sum --check <(echo "0000000000000000000000000000000000000000000000000000000000000000  note.txt")
r cmp payload note.txt
