# tar, gzip, zip, zstd and checksums, with good and damaged archives.
mkdir data; for i in 1 2 3; do echo "record $i" > data/part$i.csv; done; head -c 20000 /dev/urandom > data/blob.bin
tar -cvzf backup.tar.gz data
tar -tzf backup.tar.gz > /dev/null && echo "backup.tar.gz: listing ok"
head -c 9000 backup.tar.gz > broken.tar.gz
tar -xzf broken.tar.gz -C .; echo "extract broken.tar.gz: exit code $?"
gzip -t backup.tar.gz && echo "backup.tar.gz: integrity ok"
gzip -t broken.tar.gz; echo "gzip -t broken.tar.gz: exit code $?"
zip -r photos.zip data; unzip -t photos.zip
printf 'PK garbage' > fake.zip; unzip -t fake.zip
zstd -k data/part1.csv; zstd -t data/part1.csv.zst; zstd -k data/part1.csv < /dev/null
sha256sum data/part1.csv data/part2.csv > sums.txt; echo changed >> data/part2.csv; sha256sum -c sums.txt
tar -xvzf backup.tar.gz data/part9.csv
tar -cf empty.tar --exclude='*.bin' data && tar -tvf empty.tar | wc -l
bzip2 -tv fake.zip
xz -k data/part3.csv && xz -t data/part3.csv.xz && echo "part3.csv.xz verified"
cp -v data/part1.csv /proc/nowhere/part1.csv; cp -nv data/part1.csv data/part3.csv
