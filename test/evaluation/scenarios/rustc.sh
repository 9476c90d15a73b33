# rustc on good and bad files.
echo 'fn main() { println!("hi"); }' > hello.rs
echo 'fn main() { let x: i32 = "text"; }' > types.rs
echo 'fn main() { let v = vec![1]; let w = v; println!("{:?}", v); }' > moved.rs
echo 'fn main() { let unused = 3; }' > lint.rs
echo 'fn main() { undefined_function(); }' > names.rs
echo 'fn main() { let a = [1,2,3]; let i = a.len(); println!("{}", a[i]); }' > bounds.rs
for f in hello types moved lint names bounds; do echo "building $f"; if rustc --color never -o $f $f.rs; then echo "built $f"; else echo "build of $f failed"; fi; done
./hello; ./bounds; echo "bounds ended with exit code $?"
rustc --version > /dev/null && echo "toolchain found"; rustc --target wasm99-unknown hello.rs; rustc absent.rs
