# A small crate under cargo test, offline.
mkdir -p src tests
cat > Cargo.toml <<'T'
[package]
name = "geometry"
version = "0.1.0"
edition = "2021"
T
cat > src/lib.rs <<'T'
pub fn area(w: f64, h: f64) -> f64 { w * h }
pub fn circumference(r: f64) -> f64 { 3.0 * r }
fn unused_helper() {}
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn area_of_rectangle() { assert_eq!(area(2.0, 3.0), 6.0); }
    #[test] fn area_of_empty_rectangle_is_zero() { assert_eq!(area(0.0, 3.0), 0.0); }
    #[test] fn circumference_of_circle() { assert!((circumference(1.0) - 6.283).abs() < 0.01, "circumference is off"); }
    #[test] #[should_panic] fn negative_width_panics() { let w: i32 = -1; let _ = u32::try_from(w).unwrap(); }
    #[test] #[ignore = "slow"] fn volume_of_large_mesh() {}
}
T
cat > tests/polygon.rs <<'T'
#[test] fn convex_hull_of_square() { assert_eq!(geometry::area(1.0, 1.0), 1.0); }
#[test] fn triangulation_covers_polygon() { panic!("left 2 triangles open"); }
#[test] #[ignore] fn clipping_against_window() {}
T
CARGO_TERM_COLOR=never cargo test --offline --no-fail-fast -j 1
