"""What a backend says of itself becomes columns and fields."""
