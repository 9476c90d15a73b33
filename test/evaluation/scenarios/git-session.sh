# A day with git: init, commit, branch, conflict, rejected push, tag, stash.
git init -q --bare -b main origin.git
git clone origin.git work 2>&1; cd work
git config user.email dev@example.org; git config user.name Dev
git checkout -b main 2>&1
echo one > readme.txt; git add readme.txt; git commit -m "Add readme"; git push -u origin main
git switch -c feature/search; echo two > search.txt; git add .; git commit -m "Add search page"
echo feature > readme.txt; git commit -am "Change readme on feature"
git switch main; echo main > readme.txt; git commit -am "Change readme on main"
git merge feature/search; git status --short; git merge --abort; git merge --no-commit missing-branch
cd ..; git clone origin.git second; cd second; git config user.email b@example.org; git config user.name B
echo three > notes.txt; git add .; git commit -m "Add notes"; git push origin HEAD:main; cd ../work
git push origin main
git pull --rebase origin main; git push origin main
git tag v1.0.0; git push origin v1.0.0; git tag v1.0.0
git checkout -- nothing.txt; git stash; git fsck; git pull origin main; git branch -d feature/search; git remote add mirror ../nowhere.git; git push mirror main
