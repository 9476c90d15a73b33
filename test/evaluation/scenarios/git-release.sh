# Release work with git: hooks, bisect, signed tags, patches by mail, submodules, worktrees, fsck and gc.
export GNUPGHOME=$PWD/g GIT_CONFIG_GLOBAL=$PWD/gitconfig GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_DATE='2026-02-03T10:00:00Z' GIT_COMMITTER_DATE='2026-02-03T10:00:00Z'; mkdir -m 700 g
git config --global user.name Release; git config --global user.email release@example.org; git config --global user.signingkey release@example.org; git config --global init.defaultBranch main; git config --global protocol.file.allow always; git config --global advice.detachedHead false
gpg --batch -q --passphrase '' --quick-gen-key release@example.org rsa2048 default never 2> /dev/null
r() { echo "\$ git $*"; git "$@" 2>&1; local c=$?; [ $c = 0 ] || echo "(exit code $c)"; }
git init -q lib; (cd lib && echo 1 > l.txt && git add . && git commit -qm 'lib start')
git init -q --bare hub.git; git init -q app; cd app; r remote add origin ../hub.git
mkdir .git/hooks 2> /dev/null; printf '#!/bin/sh\ngit diff --cached | grep -q "^+.*FIXME" && { echo "pre-commit: FIXME found, commit refused"; exit 1; }\necho "pre-commit: checks passed"\n' > .git/hooks/pre-commit; printf '#!/bin/sh\ngrep -Eq "^(feat|fix|chore): " "$1" || { echo "commit-msg: subject must start with feat:, fix: or chore:"; exit 1; }\n' > .git/hooks/commit-msg; chmod +x .git/hooks/*
echo 'v=1' > app.sh; git add .; r commit -m 'feat: first version'
echo '# FIXME later' >> app.sh; git add .; r commit -m 'feat: half done'; git checkout -q HEAD -- app.sh
echo 'v=2' > app.sh; git add .; r commit -m 'bumped the version'; r commit -m 'chore: bump version to 2'
for i in 3 4 5 6 7 8; do echo "v=$i" > app.sh; [ $i -ge 6 ] && echo 'broken=yes' >> app.sh; git add .; git commit -qm "feat: step $i" > /dev/null; done
r bisect start HEAD HEAD~6; r bisect run sh -c '! grep -q broken app.sh'; r bisect reset
r push -u origin main
r tag -s v2.0.0 -m 'release 2.0.0'; r verify-tag v2.0.0; r tag -a v1.9.9 -m 'unsigned'; r verify-tag v1.9.9; r push origin v2.0.0; r tag v2.0.0
r submodule add ../lib vendor/lib; git commit -qm 'chore: add lib'; r submodule status; r submodule add ../nowhere vendor/ghost
git checkout -q -b hotfix HEAD~1; echo 'v=8.1' > app.sh; git add .; git commit -qm 'fix: hot' > /dev/null; r format-patch -1 -o ../out; git checkout -q main; echo 'v=9' > app.sh; git add .; git commit -qm 'feat: nine' > /dev/null; r am ../out/0001-fix-hot.patch; r am --abort; r cherry-pick --no-commit HEAD~1; git reset -q --hard
r worktree add ../wt hotfix; r worktree add ../wt2 hotfix; r worktree remove --force ../wt
r branch -d hotfix; r branch -D hotfix
r push origin main; cd ..; git clone -q hub.git other; cd other; echo x > other.txt; git add .; git commit -qm o; git push -q 2>&1; cd ../app; echo y > y.txt; git add .; git commit -qm 'chore: y' > /dev/null; r push origin main; r pull --rebase origin main; r push origin main
r revert --no-edit HEAD; r archive --format=tar.gz -o ../app-2.0.0.tar.gz v2.0.0; r archive -o ../x.zip v3.0.0
r fsck --full; o=$(git rev-parse HEAD:app.sh); f=.git/objects/${o:0:2}/${o:2}; chmod u+w $f; printf 'garbage' > $f; r fsck --full
r gc --quiet; r notes add -m 'release notes pending' HEAD; r describe --tags; r shortlog -sn HEAD
echo "changelog step skipped: no CHANGELOG template configured"; echo "container signing not run (dry run)"
